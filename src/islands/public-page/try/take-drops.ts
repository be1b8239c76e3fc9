/** Takes files that are dropped anywhere in the window, where a browser would open them instead. */
export function takeDrops(form: HTMLElement, take: (files: readonly File[]) => void): void {
  const mark = (isDragging: boolean) => form.toggleAttribute('data-dragging', isDragging)
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    mark(true)
  })
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) mark(false)
  })
  addEventListener('drop', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    mark(false)
    take([...event.dataTransfer.files])
  })
}
