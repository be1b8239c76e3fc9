import { type Plugin, parseSync } from 'vite'

/**
 * Functions of React by the feature that alone needs them. No component uses one of these (`biome.json`
 * refuses their imports), but a bundler cannot know that.
 */
const unused = {
  viewTransitions: [
    'applyViewTransitionName',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createMeasurement',
    'getClassNameByType',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'ViewTransitionPseudoElement',
  ],
  fragmentReferences: [
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    'findFragmentInstanceOrTextInstanceSiblings',
    'FragmentInstance',
    'schedulePendingIntersectionUnobserve',
    'validateDocumentPositionWithFiberTree',
  ],
  activityAndSuspenseList: [
    'cutOffTailIfNeeded',
    'initSuspenseListRenderState',
    'updateActivityComponent',
    'updateSuspenseListComponent',
  ],
  // Scripts, styles and titles that components add to the head, `preload`, and commits that wait for those.
  resources: [
    'accumulateSuspenseyCommitOnFiber',
    'acquireResource',
    'adoptPreloadPropsForScript',
    'adoptPreloadPropsForStylesheet',
    'createHoistableInstance',
    'getHoistableRoot',
    'getHydratableHoistableCache',
    'getResource',
    'getResourcesFromRoot',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'insertSuspendedStylesheets',
    'isHostHoistableType',
    'mountHoistable',
    'preconnectAs',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadInstanceAndSuspendIfNeeded',
    'preloadModule',
    'preloadResourceAndSuspendIfNeeded',
    'preloadStylesheet',
    'suspendInstance',
    'suspendResource',
  ],
  actionState: [
    'dispatchActionState',
    'handleActionReturnValue',
    'mountActionState',
    'onActionSuccess',
    'rerenderActionState',
    'runActionStateAction',
    'updateActionStateImpl',
  ],
}

/** Leaves out of React what no component uses: 9 kB of the 90 kB that a dashboard loads before its content. */
export function withoutUnusedReact(): Plugin {
  return {
    name: 'without-unused-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: leaveOutUnused(code), map: null }),
    },
  }
}

/**
 * @returns the module with empty functions in place of the unused ones
 * @throws Error if React has none of such a name, as another version may
 */
export function leaveOutUnused(code: string): string {
  const missing = new Set(Object.values(unused).flat())
  const methods = /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\./
  const kept = parseSync('react.js', code, { sourceType: 'script' }).program.body.map(
    (statement) => {
      const text = code.slice(statement.start, statement.end)
      if (methods.test(text)) return ''
      const isUnused =
        statement.type === 'FunctionDeclaration' && missing.delete(statement.id?.name ?? '')
      return isUnused ? `${text.slice(0, (statement.body?.start ?? 0) - statement.start)}{}` : text
    },
  )
  if (missing.size > 0) throw new Error(`React has no ${[...missing].join(', ')}`)
  return kept.join('\n')
}
