/** Tokens that are used outside the style sheet; a test compares them with `src/styles/tokens.css`. */
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
