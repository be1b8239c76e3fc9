import { minifySync } from 'vite'
import type { OwnScripts } from '../../hosting/own-scripts.ts'

const script = /(?<=<script>)[\s\S]*?(?=<\/script>)/g

/** Minifies the scripts that Astro writes into a page as they stand in their components, comments and all. */
export function withShortScripts(html: string, ownScripts: OwnScripts): string {
  return html.replace(script, (text) => {
    // Others are refused later.
    const names = ownScripts.namesOf(text)
    if (names === undefined || text === '') return text
    const { code, errors } = minifySync('inline.js', text, { compress: true, mangle: true })
    if (errors.length > 0) throw new Error(`${names.join()}: ${errors[0]?.message}`)
    const short = code.trim()
    ownScripts.add(names.join(), short)
    return short
  })
}
