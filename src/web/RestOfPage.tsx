import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { ErrorPage } from './ErrorPages.tsx'
import { isMissingChunk } from './lazy-loading.ts'
import { LoadingMarker } from './ui/Loading.tsx'

const RestError = ({ error }: { error: unknown }) => (
  <ErrorPage error={error} title="The rest of this page could not be shown" />
)

const ErrorBesideRest = ({ error }: { error: unknown }) =>
  isMissingChunk(error) ? null : <RestError error={error} />

type RestProps = {
  /** Whether another part of the screen needs the same file and says that it could not be loaded. */
  sharesFile?: boolean
  children: ReactNode
}

/** A part of a screen that is loaded separately. If it fails, what is already shown stays. */
export const RestOfPage = ({ sharesFile = false, children }: RestProps) => (
  <CatchBoundary getResetKey={() => 'rest'} errorComponent={sharesFile ? ErrorBesideRest : RestError}>
    <Suspense fallback={<LoadingMarker />}>{children}</Suspense>
  </CatchBoundary>
)
