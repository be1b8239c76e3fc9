import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ShareBar } from '../../../src/islands/core/parts/ShareBar.tsx'

const part = (tone: 'safe' | 'caution' | 'danger', count: number) => ({
  tone,
  count,
  label: `${count} ${tone}`,
})

function rects(container: HTMLElement) {
  return [...container.querySelectorAll('rect')].map((rect) => [
    rect.getAttribute('data-tone'),
    rect.getAttribute('x'),
    rect.getAttribute('width'),
  ])
}

test('each part of the bar is as wide as its share, in order, with a caption below', () => {
  const { container } = render(
    <ShareBar title="Members" parts={[part('safe', 5), part('caution', 3), part('danger', 2)]} />,
  )
  expect(rects(container)).toEqual([
    ['safe', '0%', '50%'],
    ['caution', '50%', '30%'],
    ['danger', '80%', '20%'],
  ])
  expect(container.querySelector('figcaption')?.textContent).toBe(
    'Members: 5 safe, 3 caution, 2 danger',
  )
})

test('a part with a count of 0 takes no space, and a bar with a total of 0 is not drawn', () => {
  const { container } = render(<ShareBar parts={[part('safe', 0), part('danger', 4)]} />)
  expect(rects(container)).toEqual([['danger', '0%', '100%']])
  expect(render(<ShareBar parts={[part('safe', 0)]} />).container.textContent).toBe('')
})
