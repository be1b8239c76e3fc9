interface Sample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

/** The lines of an OpenMetrics text that are no comments. */
export function samplesIn(text: string): readonly Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const read = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line)
    if (read === null) throw new Error(`This is no sample: ${line}`)
    const [, name = '', labels = '', value] = read
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)]
    return {
      name,
      labels: new Map(pairs.map(([, label = '', given = '']) => [label, given])),
      value: Number(value),
    }
  })
}

/** @returns undefined if there is no such sample */
export function sampleIn(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  return samplesIn(text).find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels.get(label) === value),
  )?.value
}
