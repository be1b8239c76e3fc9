/** Aman's logo: an envelope whose open flap is a pointed arch, the door of a safe house. */
export const mark = {
  viewBox: '0 0 32 32',
  house: 'M4 29V15.5C4 9.5 12 9 16 2.5C20 9 28 9.5 28 15.5V29Z',
  fold: 'M4.5 16.5L16 24.5L27.5 16.5',
} as const
