/** Whatever some reader takes for the end of a line; the separators U+001C to U+001E are one to Python. */
const LINE_END = /\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/;
const CONTROLS = /[\u0000-\u0008\u000E-\u001B\u001F\u007F-\u009F]/g;
/** U+2400 and on: a picture of each control character. */
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';
const NO_PICTURE = '\uFFFD';

/**
 * The lines of a text of somebody else, to be shown. Control characters but tabs, which a terminal would obey, are
 * pictures of themselves, each as long as what it stands for; the text itself stays as it is where it is stored.
 */
export const linesIn = (text: string): readonly string[] =>
  text.split(LINE_END).map((line) => line.replace(CONTROLS, pictureOf));

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  return code === 0x7f ? PICTURE_OF_DELETE : NO_PICTURE;
}
