/** What is behind a widget: Python where there is a kernel; a page that was exported may throw instead. */

/**
 * Hear of changes; the answer undoes it.
 * @param {import("@anywidget/types").AnyModel} model
 * @param {Record<string, (...news: any[]) => void>} calls
 */
export const hear = (model, calls) => {
  const heard = Object.entries(calls);
  heard.forEach(([event, call]) => model.on(event, call));
  return () => {
    try {
      heard.forEach(([event, call]) => model.off(event, call));
    } catch { /* such a page keeps what it has */ }
  };
};

/** Is there no Python? In Jupyter the layout of a widget is a model too, one that knows. */
export const isGone = (model) => model.get("layout")?.comm_live === false;

/** Hear that the kernel has ended or is another process, where the host says so; the answer undoes it. */
export const hearDeath = (model, call) => {
  const said = model.widget_manager?.kernel?.statusChanged;
  const heard = (_, status) => /dead|starting|terminat/.test(status) && call();
  said?.connect(heard);
  return () => said?.disconnect(heard);
};

/** Write traits for Python; could it be done? */
export const write = (model, traits) => {
  try {
    Object.entries(traits).forEach(([name, value]) => model.set(name, value));
    model.save_changes();
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
};
