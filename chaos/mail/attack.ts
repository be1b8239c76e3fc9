import { type Attack, bothEngines, type Result } from '../prove/attack.ts'
import { illnesses } from './hostile-smtp.ts'
import { type IllnessFigures, suffer } from './rounds.ts'

/** Less than any illness lasts, so that a call that waits for the mail server shows. */
const longestCallMs = 3500
/** An attempt that runs may go on for three seconds; the rest is for a busy machine. */
const longestStopMs = 6000
const mostGrownMiB = 150
/** Where nobody can know whether a mail was taken, it is sent again under the same Message-ID. */
const ambiguous = 'takes a mail and never says so'

export const mailAttack: Attack = {
  name: 'mail',
  engines: bothEngines,
  async try(stage) {
    const databases = await Array.fromAsync(illnesses, () => stage.newDatabase())
    // Side by side, for most of it is waiting.
    const figures = illnesses.map((illness, position) => suffer(databases[position] ?? '', illness))
    return (await Promise.all(figures)).map(resultOf)
  },
}

function resultOf(figures: IllnessFigures): Result {
  const { illness, requests, repeated, missing, stopMs, exitCode, grownMiB } = figures
  const mayRepeat = illness === ambiguous
  return {
    fault: `a mail server that ${illness}`,
    tried: requests,
    expected: `every mail goes out ${mayRepeat ? 'under one Message-ID, again where it must' : 'once'}; calls under ${longestCallMs / 1000} s, an end within ${longestStopMs / 1000} s, less than ${mostGrownMiB} MiB more`,
    seen: `longest call ${figures.longestCallMs.toFixed(0)} ms; ${missing} mails missing, ${repeated} twice; ended in ${(stopMs / 1000).toFixed(1)} s with ${exitCode}; ${grownMiB.toFixed(0)} MiB more`,
    holds:
      requests > 0 &&
      missing === 0 &&
      (repeated === 0 || mayRepeat) &&
      figures.longestCallMs < longestCallMs &&
      stopMs < longestStopMs &&
      exitCode === 0 &&
      grownMiB < mostGrownMiB,
  }
}
