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
    } catch {
      // such a page keeps what it has
    }
  };
};

/** Is there no Python? In Jupyter the layout of a widget is a model too, one that knows. */
export const isGone = (model) => model.get("layout")?.comm_live === false;

/**
 * Hear that the kernel has ended or is another process, and, whenever that changes, whether there is a connection to
 * it, where the host says so; the answer undoes it.
 */
export const hearKernel = (model, gone, link = (_) => {}) => {
  const deaf = hear(model, { comm_live_update: gone }); // Jupyter's word for a restart
  const kernel = model.widget_manager?.kernel;
  const calls = {
    statusChanged: (_, is) => /dead|starting|terminat/.test(is) && gone(),
    connectionStatusChanged: (_, is) => link(is === "connected"),
  };
  const each = (act) => {
    for (const name in calls) kernel?.[name]?.[act](calls[name]);
  };
  each("connect");
  return () => {
    deaf();
    each("disconnect");
  };
};

/**
 * Write traits for Python; could it be done? Jupyter holds a write back until the one before is answered; after one
 * that may have been lost they go as a message.
 */
export const write = (model, traits, message) => {
  try {
    if (message) model.send(traits);
    else {
      Object.entries(traits).forEach(([name, value]) => model.set(name, value));
      model.save_changes();
    }
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
};
