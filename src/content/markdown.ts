import { findWrongSign } from './arabic-signs.ts'
import type { Finding } from './finding.ts'
import { findUnknownFigure, promisesInWords } from './promises.ts'
import { nameOfUnseen, unseen } from './schemas/fields.ts'

const longest = 20_000

/** What browsers would read as HTML: a tag, a comment or an instruction, but no address in brackets. */
const html = /<(?!(?:https?:\/\/|mailto:)[^\s<>]*>)[a-z/!?][^>]*>?/i
const picture = /!\[/
const linkTarget = /\]\(\s*<?([^)\s>]+)|^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g
const allowedTarget = /^(?:https:\/\/|mailto:|\/(?!\/)|#)/
const autolink = /<(https?:\/\/[^\s<>]+)>/g

/**
 * What is wrong with the text of an article. Astro's Markdown would pass on HTML as it is.
 * @param firstLine the line of the file in which the text begins
 * @param figures that are agreed on for this article
 */
export function checkMarkdown(
  text: string,
  firstLine: number,
  figures: readonly string[],
): Finding[] {
  if (text.trim() === '') {
    return [{ line: firstLine, field: 'the text', problem: 'is empty', expected: 'the article' }]
  }
  if (text.length > longest) {
    return [
      {
        line: firstLine,
        field: 'the text',
        problem: `is ${text.length} characters long`,
        expected: `at most ${longest} characters, so that the page appears at once`,
      },
    ]
  }
  let fence: string | undefined
  return text.split('\n').flatMap((source, index) => {
    const line = firstLine + index
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(source) ?? []
    if (mark !== undefined && (fence === undefined || source.trim() === fence)) {
      fence = fence === undefined ? mark : undefined
      return []
    }
    const found = fence === undefined ? problemOfLine(withoutCode(source), figures) : undefined
    const invisible = unseen.exec(source.replace(/\r$/, ''))
    if (invisible !== null) {
      const problem = `contains an invisible character, ${nameOfUnseen(source)}`
      return [{ line, field: 'the text', problem, expected: 'the words around it, typed again' }]
    }
    return found === undefined ? [] : [{ line, field: 'the text', ...found }]
  })
}

const withoutCode = (line: string) => line.replace(/(`+)(?:(?!\1).)+\1/g, '')

function problemOfLine(
  line: string,
  figures: readonly string[],
): Pick<Finding, 'problem' | 'expected'> | undefined {
  const tag = html.exec(line)?.[0]
  if (tag !== undefined) {
    return { problem: `has HTML: ${tag}`, expected: 'Markdown alone; `code` between backquotes' }
  }
  if (picture.test(line)) {
    return {
      problem: 'has a picture',
      expected:
        'words alone, because a page is one request; picture: at the top is for shared links',
    }
  }
  const targets = [...line.matchAll(linkTarget), ...line.matchAll(autolink)]
  const target = targets
    .map(([, first, second]) => first ?? second ?? '')
    .find((it) => !allowedTarget.test(it))
  if (target !== undefined) {
    return {
      problem: `has a link to ${target}`,
      expected: 'an address with https://, a /path of this site, or mailto:',
    }
  }
  if (/^ {0,3}#\s/.test(line) || /^ {0,3}=+\s*$/.test(line)) {
    return {
      problem: 'has a heading of the first level, which is the title',
      expected: '## and a heading',
    }
  }
  const figure = findUnknownFigure(line, figures)
  if (figure !== undefined) {
    const problem = `says "${figure}"; promised are ${promisesInWords}, and what figures lists`
    return { problem, expected: 'a figure that is agreed on' }
  }
  const sign = findWrongSign(line)
  if (sign === undefined) return undefined
  return {
    problem: `has ${sign.wrong} in an Arabic text`,
    expected: `Arabic has ${sign.right}`,
  }
}
