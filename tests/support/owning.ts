/** Ties what a function made to the stack with all that it needs: both end together. */
export function owning<Made extends object>(
  stack: AsyncDisposableStack,
  made: Made,
): NoInfer<Made> & AsyncDisposable {
  const moved = stack.move()
  return { ...made, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}
