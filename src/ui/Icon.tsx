import { levelIcons, noticeIcons } from './level-icons.ts'
import './icon.css'

/** 24 x 24 line drawings in the colour of the surrounding text. */
const paths = {
  ...noticeIcons,
  safe: levelIcons.safe,
  malicious: levelIcons.malicious,
  search: 'M10.5 4a6.5 6.5 0 1 0 .1 0zM15.3 15.3 20.5 20.5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9.5 6 6 6-6',
  mail: 'M3.5 6h17v12.5h-17zM3.5 6.5l8.5 6.5 8.5-6.5',
  home: 'm3.5 11 8.5-7 8.5 7M5.8 9.4V20h12.4V9.4',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  show: 'M2.5 12S6 5.6 12 5.6 21.5 12 21.5 12 18 18.4 12 18.4 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 .1 0',
  hide: 'M2.5 12S6 5.6 12 5.6 21.5 12 21.5 12 18 18.4 12 18.4 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 .1 0M4.2 20.2 19.8 3.8',
} as const

export type IconName = keyof typeof paths

/** An icon next to text, hidden from screen readers because it is never used alone. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
