/** What Python packed: text and JSON, compressed, in base 85. */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/** Four bytes of five digits, and fewer of the last ones, as Python's b85encode writes them. */
const bytesOf = (text) => {
  const bytes = new DataView(new ArrayBuffer(4 * Math.ceil(text.length / 5)));
  for (let k = 0; 5 * k < text.length; k += 1) {
    const five = [...text.slice(5 * k, 5 * k + 5).padEnd(5, "~")];
    bytes.setUint32(4 * k, five.reduce((sum, digit) => 85 * sum + DIGITS.indexOf(digit), 0));
  }
  return bytes.buffer.slice(0, Math.floor(text.length * 4 / 5));
};

export const inflated = async (text) => {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
};

export const unpacked = async (text) => JSON.parse(await inflated(text));

/** What the page came with. */
export const held = () => unpacked(document.getElementById("nb-data").textContent);
