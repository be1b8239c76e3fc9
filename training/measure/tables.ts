import type { Recall, Share } from '../../judge/model/results.ts'
import {
  type Group,
  groups,
  type HeldOutSet,
  heldOutSets,
  type Results,
} from '../../judge/model/results.ts'

const begin = '<!-- npm run measure writes what follows -->'
const end = '<!-- npm run measure wrote what precedes -->'

const groupNames: Readonly<Record<Group, string>> = {
  all: 'all',
  spamAssassin: 'SpamAssassin',
  texts: 'texts of the project',
  english: 'of these English',
  arabic: 'of these Arabic',
}

const setNames: Readonly<Record<HeldOutSet, string>> = {
  compromiseEnglish: 'business e-mail compromise, English',
  compromiseArabic: 'business e-mail compromise, Arabic',
  business: 'ordinary business mail',
  newKindsEnglish: 'attacks of new kinds, English',
  newKindsArabic: 'attacks of new kinds, Arabic',
  knownKindsEnglish: 'attacks of known kinds in other words, English',
  knownKindsArabic: 'attacks of known kinds in other words, Arabic',
  ordinaryEnglish: 'ordinary mail, English',
  ordinaryArabic: 'ordinary mail, Arabic',
  pastedEnglish: 'fluent attacks pasted without headers, English',
  pastedArabic: 'fluent attacks pasted without headers, Arabic',
  pastedOrdinary: 'fluent ordinary texts, pasted',
}

const percent = (share: number) => (share * 100).toFixed(1)
const count = (value: number) => value.toLocaleString('en')
const between = ([low = 0, high = 1]: readonly number[]) => `(${percent(low)} to ${percent(high)})`
const share = (it: Share) => `${percent(it.share ?? 0)} % ${between(it.interval)}`
const recall = (it: Recall) =>
  `${percent(it.recall)} % ${between(it.interval)}${it.note === undefined ? '' : ', rough'}`

/** The card with the tables of results between its two marks. */
export function withTables(card: string, results: Results): string {
  const [from, to] = [card.indexOf(begin), card.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/judge.md has lost the marks of its tables')
  return `${card.slice(0, from)}${begin}\n\n${tables(results)}\n\n${card.slice(to)}`
}

function tables({
  measured,
  model,
  rspamd,
  parts,
  partitions,
  kinds,
  ...results
}: Results): string {
  const filters = [
    ['judge', 'Aman'],
    ['rspamd', `rspamd ${rspamd}`],
  ] as const
  const byGroup = groups.flatMap((group) => {
    const { attacks, ordinary, ...of } = results.crossValidation[group]
    return filters.map(([filter, name]) => [
      groupNames[group],
      count(attacks),
      count(ordinary),
      name,
      recall(of[filter].atOnePercent),
      filter === 'judge' ? of[filter].atOnePercent.range.map(percent).join(' to ') : '',
      recall(of[filter].atOnePerMille),
      share(of[filter].attacks),
      share(of[filter].ordinary),
    ])
  })
  const bySet = heldOutSets.map((set) => {
    const { texts, judge, rspamd: theirs } = results.heldOut[set]
    return [setNames[set], count(judge.of), count(texts), share(judge), share(theirs)]
  })
  const { attacks, ordinary, steps } = results.learning
  const byStep = steps.map((step) => [
    `${count(step.ordinary)} + ${count(step.marks)}`,
    recall(step.atOnePercent),
    recall(step.atOnePerMille),
  ])
  const byScore = results.calibration.map(({ from, to, attacks }) => [
    `${from} to ${to}`,
    count(attacks.of),
    attacks.of === 0 ? '–' : share(attacks),
  ])
  return [
    `Measured on ${measured} with model ${model}. Cross-validation in ${parts} parts, for ${partitions} partitions of which the means are shown; each of ${kinds} kinds of the project's texts stands in one part.`,
    table(
      [
        'mail',
        'attacks',
        'ordinary',
        'filter',
        'recall at 1 %',
        'by partition',
        'at 0.1 %',
        'as installed: attacks marked',
        'ordinary marked',
      ],
      byGroup,
    ),
    'Mails that no training has seen, with the shipped model and its threshold:',
    table(['mail', 'mails', 'texts', 'marked by Aman', `marked by rspamd ${rspamd}`], bySet),
    `SpamAssassin as one organization: ${count(attacks)} attacks and ${count(ordinary)} ordinary mails, after those that taught:`,
    table(['ordinary + marks', 'recall at 1 %', 'at 0.1 %'], byStep),
    'Calibration, of the mails of the cross-validation:',
    table(['score', 'mails', 'of these attacks'], byScore),
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
