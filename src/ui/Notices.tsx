import { useEffect } from 'react'
import { $late } from '../lib/core/api/late.ts'
import { noticesAbout } from '../lib/core/ui-state/notices.ts'
import { $causesWords } from '../lib/core/words/causes.words.yaml'
import { showNotices } from './show-notices.ts'

const notices = noticesAbout('late')

/** A change that takes long is told here; what is loading, where it will stand. */
function tellLate(): () => void {
  return $late.changes.subscribe((count) => {
    if (count > 0) notices.wait($causesWords.get().late)
    else notices.drop()
  })
}

/** Shows notices as long as it is rendered. */
export function Notices() {
  useEffect(showNotices, [])
  useEffect(tellLate, [])
  return null
}
