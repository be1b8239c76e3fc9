import { createRoot } from 'react-dom/client'
import '../view/page-style.ts'
import { SettingsScreen } from './SettingsScreen.tsx'
import { load } from './store.ts'

await load()
createRoot(document.body).render(<SettingsScreen />)
