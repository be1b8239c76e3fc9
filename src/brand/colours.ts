/** The tokens that files outside the stylesheet repeat; a test holds them to `styles/tokens.css`. */
export const colours = {
  paper: '#faf6ef',
  paperDark: '#0d1b20',
  ink: '#12303a',
  inkSoft: '#46626b',
  line: '#ded4c3',
  accent: '#0b6178',
  accentWash: '#e3eef0',
  accentDark: '#7fcbe0',
} as const
