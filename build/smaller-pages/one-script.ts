import { oneOfMany } from '../../hosting/own-scripts.ts'

const script = /<script type="module">([\s\S]*?)<\/script>/g

/**
 * Merges the inline modules of a page into the last one: each script needs a hash in the page's policy,
 * and hashes do not compress: 74 to 125 bytes of a front page. They run after the page in their order.
 */
export function withOneScript(html: string): string {
  const modules = [...html.matchAll(script)].map(([, code]) => code?.trim() ?? '')
  if (modules.length < 2 || modules.some((code) => /^(?:import|export)\b/.test(code))) {
    return html
  }
  const merged = modules.map(oneOfMany).join('')
  let left = modules.length
  return html.replace(script, () => {
    left -= 1
    return left === 0 ? `<script type="module">${merged}</script>` : ''
  })
}
