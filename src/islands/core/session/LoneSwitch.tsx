import { lazy, useLazyExtra } from '../../../ui/lazy-component.ts'
import lone from './LoneScreen.module.css'

const languageSwitch = lazy(
  async () => (await import('../language/LanguageSwitch.tsx')).LanguageSwitch,
)

/** The switch to the other language, in the corner of a screen without a header. */
export function LoneSwitch() {
  const Switch = useLazyExtra(languageSwitch)
  return <div className={lone.language}>{Switch && <Switch />}</div>
}
