import { createRoot } from 'react-dom/client'
import '../view/set-page-language.ts'
import { browser } from '../core/browser.ts'
import { SettingsScreen } from './SettingsScreen.tsx'
import { load } from './store.ts'

await load()
createRoot(document.body).render(<SettingsScreen />)
// The server answers to the key of a policy, or refuses it.
browser.storage.onChanged.addListener((changes) => {
  if ('policy' in Object(changes)) void load()
})
