import { lazy } from '../../ui/lazy-component.ts'

/** The code of the panel, which the first view of an organization does not need. */
export const judgePanel = lazy(async () => (await import('./JudgePanel.tsx')).JudgePanel)
