import type { Plugin } from 'vite'

/*
 * Parts of React and of React Router that the shop does not use, and that no bundler can find: functions that others call under a condition
 * that never holds here. Their bodies are left out of the browser's script. Versions are exact: after an update the build says which of
 * these functions is gone.
 */

interface Unused {
  /** Feature of the library that the functions belong to. */
  purpose: string
  /** Library file, below node_modules. */
  file: string
  functions: readonly string[]
  /** Sign of code that uses it. */
  use: RegExp
}

const REACT = 'react-dom/cjs/react-dom-client.production.js'
const ROUTER = 'react-router/dist/production/lib/'

const named = (text: string): string[] => text.trim().split(/\s+/)

export const UNUSED: readonly Unused[] = [
  {
    purpose: 'view transitions',
    file: REACT,
    functions: named(`
      applyViewTransitionName applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive
      commitAppearingPairViewTransitions commitDeletedPairViewTransitions commitEnterViewTransitions commitExitViewTransitions
      commitNestedViewTransitions createViewTransitionInstance getViewTransitionClassName getViewTransitionName
      measureNestedViewTransitions measureViewTransitionHostInstancesRecursive pushViewTransitionCancelableScope
      reportViewTransitionError restoreEnterOrExitViewTransitions restoreNestedViewTransitions restorePairedViewTransitions
      restoreViewTransitionName restoreViewTransitionOnHostInstances scheduleViewTransitionEvent startViewTransition
      trackEnterViewTransitions estimateBandwidth estimateImageBytes isLikelyStaticResource onUnsuspendImg suspendInstance
    `),
    use: /\bViewTransition\b|\bviewTransition=/,
  },
  {
    purpose: 'refs of fragments',
    file: REACT,
    functions: named(`
      addFragmentHandleToFiber addFragmentHandleToInstance blurActiveElementWithinFragment collectClientRects
      commitFragmentInstanceDeletionEffects commitFragmentInstanceInsertionEffects commitNewChildToFragmentInstance
      commitNewChildToFragmentInstances deleteChildFromFragmentInstance findFragmentInstanceOrTextInstanceSiblings
      getFragmentInstanceOrTextInstanceSiblings indexOfEventListener scrollTextNodeIntoView validateDocumentPositionWithFiberTree
    `),
    use: /<Fragment\s[^>]*\bref=/,
  },
  {
    purpose: 'lists of suspended parts, hidden parts',
    file: REACT,
    functions: named(`
      initSuspenseListRenderState mountActivityChildren pushDehydratedActivitySuspenseHandler retryActivityComponentWithoutHydrating
      updateActivityComponent updateSuspenseListComponent
    `),
    use: /\bSuspenseList\b|import \{[^}]*\bActivity\b[^}]*\} from 'react'/,
  },
  {
    purpose: 'actions of forms',
    file: REACT,
    functions: named(`
      actionStateReducer dispatchActionState mountActionState notifyActionListeners onActionError rerenderActionState
      runActionStateAction startHostTransition updateActionState updateActionStateImpl
    `),
    use: /\b(useActionState|useFormState|useFormStatus)\b|\b(action|formAction)=\{(\(|async)/,
  },
  {
    purpose: 'hints to load files',
    file: REACT,
    functions: named('preconnect preconnectAs prefetchDNS preinitScript preinitModuleScript preinitStyle preload preloadModule'),
    use: /import \{[^}]*\b(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule)\b[^}]*\} from 'react-dom'/,
  },
  {
    purpose: 'style sheets and scripts with a precedence',
    file: REACT,
    functions: named(`
      acquireResource adoptPreloadPropsForScript adoptPreloadPropsForStylesheet insertStylesheetIntoRoot insertSuspendedStylesheets
      preloadResource preloadStylesheet suspendResource
    `),
    use: /\bprecedence=|<script\b[^>]*\basync\b/,
  },
  {
    purpose: 'elements with names of their own',
    file: REACT,
    functions: named('setPropOnCustomElement'),
    use: /createElement\('[a-z]+-/,
  },
  {
    purpose: 'events of composing letters, of their insertion and of selections',
    file: REACT,
    functions: named('constructSelectEvent getFallbackBeforeInputChars getNativeBeforeInputChars isFallbackCompositionEnd'),
    use: /\bon(BeforeInput|Composition[A-Z]\w+|Select)(Capture)?=/,
  },
  {
    purpose: 'fields of Internet Explorer',
    file: REACT,
    functions: named(
      'getTargetInstForInputEventPolyfill handleEventsForInputEventPolyfill handlePropertyChange stopWatchingForValueChange',
    ),
    use: /\bdocumentMode\b/,
  },
  {
    purpose: 'parts that are to wake up first',
    file: REACT,
    functions: named('attemptExplicitHydrationTarget'),
    use: /\bunstable_scheduleHydration\b/,
  },
  {
    purpose: 'names of components in error reports, which are minified',
    file: REACT,
    functions: named('describeFiber describeNativeComponentFrame getComponentNameFromType getStackByFiberInDevAndProd'),
    use: /\bcomponentStack\b|\bcaptureOwnerStack\b/,
  },
  {
    purpose: 'actions of routes, and calls of routes beside navigation',
    file: `${ROUTER}router/router.js`,
    functions: named('fetch getSubmittingFetcher handleAction handleFetcherAction handleFetcherLoader'),
    use: /\b(useFetcher|useFetchers|useSubmit|clientAction)\b|<Form\b[^>]*method=\{?["']post/,
  },
  {
    purpose: 'the same, sent',
    file: `${ROUTER}dom/ssr/single-fetch.js`,
    functions: named('singleFetchActionStrategy singleFetchLoaderFetcherStrategy'),
    use: /\bclientAction\b/,
  },
  {
    purpose: 'measuring of routes',
    file: `${ROUTER}router/instrumentation.js`,
    functions: named('getRouteInstrumentationUpdates instrumentClientSideRouter'),
    use: /\binstrumentations\b/,
  },
  {
    purpose: 'view transitions between pages',
    file: `${ROUTER}dom/lib.js`,
    functions: named('useViewTransitionState'),
    use: /\buseViewTransitionState\b/,
  },
  {
    purpose: "server components, and the router's own words for errors: the document has its page",
    file: `${ROUTER}hooks.js`,
    functions: named('DefaultErrorComponent RSCErrorHandler'),
    use: /\bunstable_RSC|\bDefaultErrorComponent\b/,
  },
  {
    purpose: "the router's own error page: the document has one",
    file: `${ROUTER}dom/ssr/errorBoundaries.js`,
    functions: named('BoundaryShell RemixRootDefaultErrorBoundary'),
    use: /\bRemixRootDefaultErrorBoundary\b/,
  },
  {
    purpose: 'server components',
    file: `${ROUTER}dom/ssr/components.js`,
    functions: named('RSCPrefetchPageLinksImpl'),
    use: /\bunstable_RSC/,
  },
]

/** Leaves out the body of a function. @throws Error when the code has no such function, or several */
export function withoutBody(code: string, name: string): string {
  const whole = new RegExp(`^(\\s*)(?:async )?function ${name}\\([^]*?\\n\\1\\}`, 'gm')
  const [found, other] = code.matchAll(whole)
  if (!found || other) throw new Error(`One function should be ${name}: mend the list in scripts/unused-library-code.ts`)
  return code.replace(found[0], `${found[1]}function ${name}() {}`)
}

/** Leaves them out of what the browser gets. */
export function withoutUnusedCode(): Plugin {
  return {
    name: 'without-unused-library-code',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const functions = UNUSED.filter(({ file }) => id.endsWith(`/node_modules/${file}`)).flatMap((unused) => unused.functions)
      return functions.length === 0 ? null : { code: functions.reduce(withoutBody, code), map: null } // nobody debugs what is left out
    },
  }
}
