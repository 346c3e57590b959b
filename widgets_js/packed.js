/** What Python packed: text and JSON, compressed, in base 64. */

export const inflated = async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
};

export const unpacked = async (text) => JSON.parse(await inflated(text));

/** What the page came with. */
export const held = () => unpacked(document.getElementById("nb-data").textContent);
