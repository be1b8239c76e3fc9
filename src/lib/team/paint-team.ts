import { paintFirst } from '../figures/paint.ts'
import { teamFigures } from './team-figures.ts'

/* The inline script of the team's dashboard (`FirstFigures.astro`). */
globalThis.firstFigures = paintFirst((answers, _, locale) => teamFigures(answers, locale))
