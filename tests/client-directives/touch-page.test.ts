import { expect, test } from 'vitest'
import { withOwnRuntime } from '../../src/client-directives/touch-page.ts'

const touchScript = '<script>dispatchEvent(new Event("astro:touch"))</script>'
const runtime = '<script>customElements.define("astro-island",class{})</script>'

function island(client: string, props = '{}'): string {
  const attribute = props.replaceAll('"', '&quot;')
  return `<astro-island client="${client}" props="${attribute}"></astro-island>`
}

test('a page whose islands all wake at a touch gets one small script behind the last of them', {
  tags: ['A265'],
}, () => {
  const page = `<p>a</p>${touchScript}${runtime}${island('touch')}<p>b</p>${island('touch')}<p>c</p>`
  expect(withOwnRuntime(page, 'wake()')).toBe(
    `<p>a</p>${island('touch')}<p>b</p>${island('touch')}<script>wake()</script><p>c</p>`,
  )
})

test.each([
  ['no island', '<p>a</p>'],
  ['an island that loads at once', `${runtime}${island('touch')}${island('load')}`],
])('a page with %s stays as it is', { tags: ['A265'] }, (_, page) => {
  expect(withOwnRuntime(page, 'wake()')).toBe(page)
})

test('the build stops where a newer Astro writes other scripts or other props', {
  tags: ['A265'],
}, () => {
  expect(() => withOwnRuntime(`${runtime}${island('touch')}`, '')).toThrow('Astro writes')
  expect(() => withOwnRuntime(`${touchScript}${island('touch')}`, '')).toThrow('Astro writes')
  const page = (props: string) => `${touchScript}${runtime}${island('touch', props)}`
  expect(() => withOwnRuntime(page('{"since":[3,"2026-01-01"]}'), '')).toThrow('special kind')
  expect(() => withOwnRuntime(page('{"list":[1,[[0,"a"],[0,2]]]}'), '')).not.toThrow()
})
