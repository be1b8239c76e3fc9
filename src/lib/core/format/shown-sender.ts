export { shownSender } from '../../../../contract/core/shown-sender.ts'
export { visibleText } from '../../../../contract/core/visible-text.ts'
