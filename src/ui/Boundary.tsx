import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** An error boundary, so that a component that fails does not take down the page. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
