import { i18n } from '../../core/i18n/i18n.ts'

export const $confirmAtProviderMessages = i18n('confirmAtProvider', {
  title: 'Confirm that it is you',
  text: 'You signed in with your organization a while ago. Confirm there that it is you; it opens in another window, and this goes on by itself.',
  confirm: 'Confirm with your organization',
  opening: 'Opening your organization...',
  waiting: 'Go on in the other window. If it is closed, open it again.',
  again: 'Open it again',
  blocked: 'Your browser did not open a window.',
  openHere: 'Open your organization in a new window',
  notConfirmed: 'Your organization did not confirm that it is you. Try again.',
  failed: 'Your organization could not be opened',
})
