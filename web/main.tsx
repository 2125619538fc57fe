// In a layer, so that the dashboard's own styles win in whichever order the files load.
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './tokens.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onWarnings } from './api/client.ts'
import { onLimited, queryClient } from './api/queries.ts'
import { pluralize } from './api/words.ts'
import { loadOpenedPage, loadPages, router } from './router.tsx'
import { SignInAgain } from './shell/sign-in-again.tsx'
import { cssVariables, theme } from './theme.ts'
import { keepConversionKeys } from './ui/conversions.ts'
import { notify, notifyWarnings } from './ui/notify.tsx'
import { Questions } from './ui/question.tsx'
import { UndoLine } from './ui/undo-line.tsx'

/** Without it the content security policy blocks the style elements of the component library. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

onWarnings(notifyWarnings)
onLimited((seconds) => notify(`Too many requests. Trying again in ${pluralize(seconds, 'second')}.`))

keepConversionKeys()
// The element that had the focus may be gone, such as the form that created the record of this page.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged && document.activeElement === document.body)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
})
loadOpenedPage()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <RouterProvider router={router} />
        <UndoLine />
        <Questions />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

// Not in every browser yet.
const whenIdle = window.requestIdleCallback ?? ((load: () => void) => setTimeout(load, 2000))
const isShown = () => router.state.status === 'idle' && queryClient.isFetching() === 0
/** The data of the opened page comes before the code of all others. */
const stops = [router.subscribe('onRendered', check), queryClient.getQueryCache().subscribe(check)]
function check() {
  if (!isShown()) return
  whenIdle(() => {
    if (!isShown()) return
    for (const stop of stops.splice(0)) stop()
    loadPages()
  })
}
