import { useEffect } from 'react'
import { showNotices } from './show-notices.ts'

/** Shows notices as long as it is rendered. */
export function Notices() {
  useEffect(showNotices, [])
  return null
}
