import { paintFigures } from '../core/figures/paint.ts'
import { employeeFigures } from './employee-figures.ts'

/* The inline script of the employee's dashboard (`FirstFigures.astro`). */
globalThis.firstFigures = paintFigures(employeeFigures).catch(() => undefined)
