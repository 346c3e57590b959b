/** What Python packed: JSON, compressed, in base 64. */

export const unpacked = async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
};

/** What the page came with. */
export const held = () => unpacked(document.getElementById("nb-data").textContent);
