import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { $locale } from '../../../lib/core/i18n/i18n.ts'
import { productNameIn } from '../../../lib/core/i18n/product.ts'
import type { Screen, ViewOf } from '../../../lib/core/navigation/screens.ts'
import { backPath } from '../../../lib/core/navigation/view.ts'
import { $layoutWords } from '../../../lib/core/words/layout.words.yaml'
import { $viewsWords } from '../../../lib/core/words/views.words.yaml'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './ViewPage.module.css'

interface ViewPageProps<Name extends Screen> {
  readonly screen: Name
  readonly view: ViewOf<Name>
  /**
   * The subject of the view, for instance the name of an organization; its own title without it.
   */
  readonly title?: string | undefined
  readonly subtitle?: string | undefined
  readonly children: ReactNode
}

/** The frame of every view: the way back, the title of view and page, and where the focus goes. */
export function ViewPage<Name extends Screen>(props: ViewPageProps<Name>) {
  const { screen, view, subtitle, children } = props
  const words = useStore($viewsWords)
  const screens = useStore($layoutWords)
  const title = props.title ?? words[view]
  const pageTitle = `${title} · ${productNameIn($locale.get())}`
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = pageTitle
  }, [pageTitle])
  useEffect(() => {
    // The layout has moved the focus before the code of this view was there.
    const isAwaited = document.activeElement === document.getElementById('content')
    if (isAwaited) heading.current?.focus()
  }, [])
  return (
    <>
      <div className={styles.head}>
        <a className={styles.back} href={backPath(screen)}>
          <Icon name="down" />
          {words.back({ screen: screens[screen] })}
        </a>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle !== undefined && <p>{subtitle}</p>}
      </div>
      {children}
    </>
  )
}
