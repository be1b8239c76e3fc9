import { Counter, Gauge, type OpenMetricsContentType, type Registry } from 'prom-client'
import { judgeFailures, judgeHealth, runningThreads } from '../judge/judge.ts'

/** The judge of this process; `aman_waiting` has what waits for it. */
export function createJudgeMetrics(registry: Registry<OpenMetricsContentType>): void {
  const registers = [registry]
  new Gauge({
    name: 'aman_judge_up',
    help: 'Whether the judge works; left out until it has judged its first mail.',
    registers,
    collect() {
      const health = judgeHealth()
      if (health === 'untried') this.remove()
      else this.set(health === 'works' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'aman_judge_threads',
    help: 'Threads of the judge, which start with a mail and end after ten idle minutes.',
    labelNames: ['state'],
    registers,
    collect() {
      const { all, busy } = runningThreads()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, all - busy)
    },
  })
  let counted = 0
  new Counter({
    name: 'aman_judge_failures',
    help: 'Mails that the judge could not judge, probes among them.',
    registers,
    collect() {
      const failures = judgeFailures()
      this.inc(failures - counted)
      counted = failures
    },
  })
}
