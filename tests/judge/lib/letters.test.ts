import { describe, expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import { clinic, codesOf, type MailParts, makeMail, wordless } from '../../support/judge/mails.ts'

const stranger = 'Nadim Sayegh <office@sayegh-advisers.example>'
const home = 'Omar Haddad <omar.haddad.77@gmail.com>'

/** Judges with a model for which all letters are frauds by so much, on the scale of logarithmic odds. */
function judgeLetter(parts: MailParts, bias: number, knowledge = clinic) {
  const model = wordless(0.3)
  const letters = () => bias
  return judgeMail(makeMail(parts), knowledge, { model: { ...model, letters } })
}

describe('the words of a letter', () => {
  const body = 'Good morning Rania, could we speak about the matter of Tuesday?'

  test('mark one of a stranger that reads like a fraud, and say so', async () => {
    const marked = await judgeLetter({ from: stranger, body }, 2.5)
    expect(marked.level).toBe('suspicious')
    expect(codesOf(marked)).toContain('unusual_wording')
    const honest = await judgeLetter({ from: stranger, body }, -2)
    expect(honest.level).toBe('safe')
    expect(codesOf(honest, 'for')).toContain('ordinary_wording')
    expect(honest.score).toBeLessThan((await judgeLetter({ from: stranger, body }, 0)).score)
  })

  test('count as asking where the sender is in doubt, as where a phrase is known', async () => {
    const calm = 'The weather is fine here, and I hope that you are well.'
    expect((await judgeLetter({ from: home, body: calm }, 1)).level).toBe('suspicious')
    expect((await judgeLetter({ from: home, body: calm }, 0)).level).toBe('safe')
  })

  test('move no judgement by more than their bounds', async () => {
    const scoreOf = async (bias: number) =>
      (await judgeLetter({ from: stranger, body }, bias)).score
    expect(await scoreOf(40)).toBe(await scoreOf(2.5))
    expect(await scoreOf(-40)).toBe(await scoreOf(-2))
  })

  test('never speak for one that announces another account', async () => {
    const change = 'Our bank account has changed, please use the new account for the invoice.'
    const scoreOf = async (text: string, bias: number) =>
      (await judgeLetter({ from: stranger, body: text }, bias)).score
    expect(await scoreOf(change, -2)).toBe(await scoreOf(change, 0))
    const checked = `${change} Call us on the number you have for us before you change it.`
    expect(await scoreOf(checked, -2)).toBeLessThan(await scoreOf(checked, 0))
  })

  test('say nothing where there is something to open, or correspondents are not known', async () => {
    const linked = { from: stranger, body: `${body} https://forms.example/a/b` }
    expect((await judgeLetter(linked, 2.5)).score).toBe((await judgeLetter(linked, -2)).score)
    const { isCorrespondent: _, ...unknowing } = clinic
    const parts = { from: stranger, body }
    expect((await judgeLetter(parts, 2.5, unknowing)).score).toBe(
      (await judgeLetter(parts, -2, unknowing)).score,
    )
  })
})
