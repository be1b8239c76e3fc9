import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { StateMessage } from './StateMessage.tsx'

interface BoundaryProps {
  readonly title: string
  readonly tryAgain: string
  readonly children: ReactNode
}

/**
 * What stands where a part of the page could not be drawn, most often because its code did not come:
 * without network, or from before a new build. Browsers remember a module that failed, so that only
 * a new document tries again.
 */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { title, tryAgain, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <StateMessage icon="warning" title={title} isProblem>
        <Button onClick={() => location.reload()}>{tryAgain}</Button>
      </StateMessage>
    )
  }
}
