/** Whether a time is written as our server does it: other forms need more code to be read. */
export function isServerTime(text: string): boolean {
  // Years with more digits are shown as they are.
  return text.length < 25 && new Date(text).toJSON() === text
}
