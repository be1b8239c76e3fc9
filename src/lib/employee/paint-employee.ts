import { paintFirst } from '../figures/paint.ts'
import { employeeFigures } from './employee-figures.ts'

/* The inline script of the employee's dashboard (`FirstFigures.astro`). */
globalThis.firstFigures = paintFirst(employeeFigures)
