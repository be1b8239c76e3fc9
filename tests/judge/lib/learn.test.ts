import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { showJudgeEndpoint } from '../../../contract/judge/judge-settings.ts'
import { featuresOf } from '../../../judge/features/features.ts'
import { judgeMail, shiftScore, thresholdOf } from '../../../judge/judge.ts'
import { guardingAttacks, strangeAttacks } from '../../../judge/learn/frozen.ts'
import { checkGuards, learnGuarded } from '../../../judge/learn/guards.ts'
import { emptyLayer, fade, type Layer, openLayer, storeLayer } from '../../../judge/learn/layer.ts'
import { type Lesson, learn } from '../../../judge/learn/learn.ts'
import { judgingLayer, shiftOf, tableOf } from '../../../judge/learn/shift.ts'
import { openVector, storeVector, vectorOf } from '../../../judge/learn/vector.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { weeksOf } from '../../../src/lib/judge/judge-settings.ts'
import { freezeAttacks } from '../../../training/freeze.ts'
import { Random } from '../../../training/random.ts'
import { makeMail } from '../../support/judge/mails.ts'

const today = 20_500

function seedOf(value: number): Uint8Array {
  const random = new Random(value)
  return Uint8Array.from({ length: 32 }, () => Math.floor(random.next() * 256))
}

/** A lesson about a made-up mail; mails of one topic share half of their places. */
function lessonAbout(topic: number, at: number, more: Partial<Lesson> = {}): Lesson {
  const [shared, own] = [new Random(topic), new Random(topic * 7919 + at + 1)]
  const places = [shared, own].flatMap((random) =>
    Array.from({ length: 100 }, () => Math.floor(random.next() * 65_536)),
  )
  return {
    vector: Uint16Array.from(new Set(places)).sort(),
    isDangerous: false,
    source: 'ordinary',
    isConfirmed: false,
    person: at,
    sender: at + 1,
    score: 0.2,
    isKnownSender: false,
    ...more,
  }
}

/** Compares bytes, for a difference of layers is too long to be printed. */
function isSame(one: Layer, two: Layer): boolean {
  return Buffer.compare(storeLayer(one), storeLayer(two)) === 0
}

const marksAbout = (topic: number, count: number, more: Partial<Lesson> = {}) =>
  Array.from({ length: count }, (_, at) =>
    lessonAbout(topic, at, { isDangerous: true, source: 'mark', isConfirmed: true, ...more }),
  )
const ordinaryAbout = (topic: number, count: number) =>
  Array.from({ length: count }, (_, at) => lessonAbout(topic, at + 500))

const lessonsArbitrary = fc
  .array(
    fc.record({
      topic: fc.nat(5),
      at: fc.nat(50),
      isDangerous: fc.boolean(),
      source: fc.constantFrom<Lesson['source']>('mark', 'ordinary'),
      isConfirmed: fc.boolean(),
      person: fc.nat(10),
      sender: fc.nat(20),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      isKnownSender: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((all) => all.map(({ topic, at, ...more }) => lessonAbout(topic, at, more)))

describe('what an organization teaches', () => {
  test('raises mail that resembles what was marked, and lowers what resembles its ordinary mail', () => {
    const lessons = [...marksAbout(1, 20), ...ordinaryAbout(2, 100)]
    const layer = learn(emptyLayer(), lessons, today, seedOf(1))
    expect(shiftOf(layer, lessonAbout(1, 900).vector)).toBeGreaterThan(1)
    expect(shiftOf(layer, lessonAbout(2, 900).vector)).toBeLessThan(-0.5)
  })

  test('is the same of mail that the shared judge was sure of', () => {
    const layerOf = (score: number) => {
      const lessons = [...marksAbout(1, 5, { score }), ...ordinaryAbout(2, 5)]
      return learn(emptyLayer(), lessons, today, seedOf(1))
    }
    expect(isSame(layerOf(0.99), layerOf(0.2))).toBe(true)
  })

  test('lowers no score before there is a mark', () => {
    const layer = learn(emptyLayer(), ordinaryAbout(2, 100), today, seedOf(1))
    expect(shiftOf(layer, lessonAbout(2, 900).vector)).toBe(0)
  })

  test('moves no score by more than its limits, whatever is taught', () => {
    fc.assert(
      fc.property(lessonsArbitrary, fc.nat(5), (lessons, topic) => {
        const many = Array.from({ length: 5 }, () => lessons).flat()
        const shift = shiftOf(
          learn(emptyLayer(), many, today, seedOf(3)),
          lessonAbout(topic, 3).vector,
        )
        expect(shift).toBeGreaterThanOrEqual(-2)
        expect(shift).toBeLessThanOrEqual(4)
      }),
      { numRuns: 30 },
    )
  })

  test('is the same for the same lessons and seed, and leaves the former layer as it was', () => {
    fc.assert(
      fc.property(lessonsArbitrary, lessonsArbitrary, (first, second) => {
        const before = learn(emptyLayer(), first, today, seedOf(1))
        const stored = storeLayer(before)
        const one = learn(before, second, today + 1, seedOf(2))
        const two = learn(openLayer(stored), second, today + 1, seedOf(2))
        expect(isSame(one, two)).toBe(true)
        expect(isSame(before, openLayer(stored))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('leaves nothing of a mail 30 days after it', () => {
    fc.assert(
      fc.property(
        lessonsArbitrary,
        fc.array(fc.tuple(fc.integer({ min: 0, max: 29 }), lessonsArbitrary), { maxLength: 5 }),
        fc.nat(4),
        (lessons, others, offset) => {
          // What a sender or a person has used up of a limit counts until it fades.
          const forgotten = lessons.map((it) => ({
            ...it,
            person: it.person + 100,
            sender: it.sender + 100,
          }))
          const start = today + offset
          const teach = (layer: Layer) =>
            others
              .toSorted(([a], [b]) => a - b)
              // Its own five days are forgotten as a whole.
              .filter(([day]) => day >= 5)
              .reduce(
                (it, [day, lessons], at) => learn(it, lessons, start + day, seedOf(at)),
                layer,
              )
          const taught = teach(learn(emptyLayer(), forgotten, start, seedOf(99)))
          const untaught = teach(emptyLayer())
          expect(isSame(fade(taught, start + 30), fade(untaught, start + 30))).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })
})

/** Lessons of an organization that has learnt much, of which no one is wrong. */
const honestLessons = [...marksAbout(1, 40), ...marksAbout(3, 40), ...ordinaryAbout(2, 300)]

describe('wrong marks', () => {
  const shiftsAfter = (wrong: readonly Lesson[]) => {
    const layer = learn(emptyLayer(), [...wrong, ...honestLessons], today, seedOf(1))
    return [1, 2].map((topic) => shiftOf(layer, lessonAbout(topic, 900).vector))
  }
  const [dangerous = 0, ordinary = 0] = shiftsAfter([])
  const wrongMarks = (topic: number, count: number, more: Partial<Lesson>) =>
    Array.from({ length: count }, (_, at) =>
      lessonAbout(topic, at + 200, { source: 'mark', score: 0.9, ...more }),
    )

  test.each<[string, readonly Lesson[]]>([
    ['many people call attacks honest', wrongMarks(1, 40, { isDangerous: false })],
    [
      'one person, confirmed, calls attacks honest',
      wrongMarks(1, 200, { isDangerous: false, isConfirmed: true, person: 7 }),
    ],
    [
      'a patient sender sends harmless mail first',
      wrongMarks(1, 200, { isDangerous: false, source: 'ordinary', sender: 4000 }),
    ],
  ])('hardly hide an attack: %s', (_, wrong) => {
    expect(shiftsAfter(wrong)[0]).toBeGreaterThan(dangerous - 0.7)
  })

  test.each<[string, readonly Lesson[]]>([
    [
      'many people call mail of known senders dangerous',
      wrongMarks(2, 100, { isDangerous: true, isKnownSender: true, score: 0.1 }),
    ],
    [
      'one person, confirmed, calls all mail dangerous',
      wrongMarks(2, 200, { isDangerous: true, isConfirmed: true, person: 7, score: 0.1 }),
    ],
  ])('hardly accuse honest mail: %s', (_, wrong) => {
    expect(shiftsAfter(wrong)[1]).toBeLessThan(ordinary + 0.7)
  })
})

describe('what a stored layer tells of one mail', () => {
  const alone = lessonAbout(5, 1, { isDangerous: true, source: 'mark', isConfirmed: true })
  const layer = openLayer(storeLayer(learn(emptyLayer(), [alone], today, seedOf(8))))
  const had = new Set(alone.vector)

  test('is drowned by places that no mail had', () => {
    const shown = layer.spans.flatMap(({ dangerous, ordinary }) =>
      [...dangerous.keys()].filter((at) => dangerous[at] !== 0 || ordinary[at] !== 0),
    )
    const real = shown.filter((place) => had.has(place)).length
    expect(real / shown.length).toBeLessThan(0.15)
    expect(real / had.size).toBeLessThan(0.85)
  })

  test('moves no score before three mails agree', () => {
    expect(shiftOf(layer, alone.vector)).toBe(0)
  })

  test('depends on a seed that is kept nowhere', () => {
    const other = learn(emptyLayer(), [alone], today, seedOf(9))
    expect(isSame(layer, other)).toBe(false)
  })
})

describe('a version', () => {
  const threshold = { score: thresholdOf(shippedModel, 10), perThousand: 10 }
  const safe = ordinaryAbout(2, 300).map(({ vector }) => ({ vector, score: 0.2 }))

  test('is used if it loses no attack and marks no safe mail', () => {
    const layer = learn(emptyLayer(), honestLessons, today, seedOf(1))
    const { isUsable, attacks } = checkGuards(layer, safe, threshold)
    expect(isUsable).toBe(true)
    expect(attacks.of).toBeGreaterThanOrEqual(100)
    expect(attacks.shared).toBeGreaterThan(80)
  })

  test('is refused if it loses attacks that the shared judge marks', () => {
    const layer = learn(emptyLayer(), honestLessons, today, seedOf(1))
    const attack = { vector: lessonAbout(2, 1).vector, score: threshold.score + 0.01 }
    expect(checkGuards(layer, safe, threshold, [attack]).isUsable).toBe(false)
  })

  test('is refused if it marks more safe mail than the threshold allows', () => {
    const layer = learn(emptyLayer(), honestLessons, today, seedOf(1))
    const accused = marksAbout(1, 9).map(({ vector }) => ({ vector, score: 0.8 }))
    const guarded = checkGuards(layer, [...safe, ...accused], threshold)
    expect(guarded).toMatchObject({ isUsable: false, safe: { allowed: 4 } })
    expect(guarded.safe.marked).toBeGreaterThan(4)
  })

  test.each([
    ['once where it may be used', 0, 1],
    ['again where its noise is at fault', 2, 3],
    ['three times where its lessons are', 9, 3],
  ])('is learnt %s', (_, harmful, attempts) => {
    const made: Layer[] = []
    const attempt = () => {
      made.push(learn(emptyLayer(), honestLessons, today, seedOf(made.length)))
      return made.at(-1) ?? emptyLayer()
    }
    const attack = { vector: lessonAbout(2, 1).vector, score: threshold.score + 0.01 }
    const { learnt, guarded } = learnGuarded(attempt, (layer) =>
      checkGuards(layer, safe, threshold, made.length <= harmful ? [attack] : []),
    )
    expect(made).toHaveLength(attempts)
    expect(learnt).toBe(made.at(-1))
    expect(guarded.isUsable).toBe(harmful < attempts)
  })

  test('is guarded by attacks as their texts and the shipped model make them', async () => {
    const { guarding, strange } = await freezeAttacks()
    const stored = (of: typeof guardingAttacks) =>
      of.map(({ vector, score }) => ({
        vector: Buffer.from(storeVector(vector)).toString('base64'),
        score,
      }))
    expect([stored(guardingAttacks), stored(strangeAttacks)]).toEqual([guarding, strange])
  })
})

describe('stored bytes', () => {
  const layer = learn(emptyLayer(), marksAbout(1, 20), today, seedOf(1))
  const full = Array.from({ length: 6 }, (_, at) => at).reduce(
    (it, at) => learn(it, marksAbout(at, 9), today + 5 * at, seedOf(at)),
    emptyLayer(),
  )

  test('give the same layer and vector again, in at most 1 MB', () => {
    expect(isSame(openLayer(storeLayer(full)), full)).toBe(true)
    expect(storeLayer(full).length).toBeLessThanOrEqual(1_000_000)
    const { vector } = lessonAbout(1, 1)
    expect(openVector(storeVector(vector))).toEqual(vector)
  })

  test('that are nonsense are refused, or are a layer that stays within its limits', () => {
    const stored = storeLayer(layer)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(stored.length - 1), fc.nat(255)), { maxLength: 9 }),
        fc.nat(stored.length),
        (changes, length) => {
          const bytes = stored.slice(0, length % 3 === 0 ? length : undefined)
          for (const [at, value] of changes) bytes[at % 40] = value
          let opened: Layer | undefined
          try {
            opened = openLayer(bytes)
          } catch (cause) {
            expect(cause).toBeInstanceOf(RangeError)
          }
          if (opened === undefined) return
          const shift = shiftOf(opened, lessonAbout(1, 900).vector)
          expect(shift >= -2 && shift <= 4).toBe(true)
        },
      ),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => openLayer(bytes)).toThrow(RangeError)
      }),
    )
  })
})

describe('the judge with a layer', () => {
  const mail = makeMail({ subject: 'Your invoice of July', body: 'Please find the invoice here.' })
  const isSimilar: Partial<Lesson> = { isDangerous: true, source: 'mark', isConfirmed: true }

  test('says what was learnt, and what it would say without', async () => {
    const read = await readMail(mail)
    const vector = vectorOf(read, featuresOf(read))
    const marks = Array.from({ length: 20 }, (_, at) =>
      lessonAbout(1, at, { ...isSimilar, vector }),
    )
    const layer = learn(emptyLayer(), marks, today, seedOf(1))
    const without = await judgeMail(mail, {}, { model: shippedModel })
    const kept: Uint16Array[] = []
    const judged = await judgeMail(
      mail,
      {},
      { model: shippedModel, layer: judgingLayer(tableOf(layer), (it) => kept.push(it)) },
    )
    const shift = shiftOf(layer, vector)
    expect(judged.learnt).toEqual({ shift, score: without.score, level: without.level })
    expect(judged.score).toBe(shiftScore(without.score, shift))
    expect(judged.reasons.map(({ code }) => code)).toContain('resembles_marked')
    expect(kept).toEqual([vector])
  })

  test('answers as without one while nothing was learnt', async () => {
    const without = await judgeMail(mail, {}, { model: shippedModel })
    const { learnt, ...judged } = await judgeMail(
      mail,
      {},
      { model: shippedModel, layer: judgingLayer(tableOf(emptyLayer())) },
    )
    expect(judged).toEqual(without)
    expect(learnt?.shift).toBe(0)
  })
})

const none = { judged: 0, marked: 0, reported_dangerous: 0, reported_honest: 0 }

/** The last five weeks, of which the first and the last are not whole. */
function weeksWith(days: readonly object[], range: object = {}) {
  const given = { first_day: '2026-02-11', last_day: '2026-03-12', days, ...range }
  const settings = v.parse(showJudgeEndpoint.output, { ...none, ...given })
  return weeksOf({ ...settings, organization_id: 'o1' })
}

test('the days of a week are one bar, and weeks before the judge was asked are not known', () => {
  const weeks = weeksWith([
    { day: '2026-02-22', judged: 4, marked: 1, reported_dangerous: 0, reported_honest: 0 },
    { day: '2026-03-02', judged: 5, marked: 3, reported_dangerous: 1, reported_honest: 1 },
    { day: '2026-03-08', judged: 6, marked: 2, reported_dangerous: 1, reported_honest: 0 },
  ])
  expect(weeks).toEqual({
    times: ['2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09'],
    judged: [null, 4, 0, 11, 0],
    dangerous: [null, 0, 0, 2, 0],
    honest: [null, 0, 0, 1, 0],
    quiet: [null, 1, 0, 2, 0],
  })
})

test('a user who moved with an opinion leaves no bar below zero', () => {
  const day = { day: '2026-03-11', judged: 1, marked: 0, reported_dangerous: 1, reported_honest: 0 }
  expect(weeksWith([day])?.quiet.at(-1)).toBe(0)
})

test.each([
  ['nothing was judged', [], {}],
  ['the server does not count by day', [{ day: '2026-03-11', ...none }], { first_day: null }],
])('there is no picture where %s', (_, days, range) => {
  expect(weeksWith(days, range)).toBeUndefined()
})
