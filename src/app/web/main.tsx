import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/query-client.ts'
import { setSharedSecret } from '#web/send.ts'
import { router } from './routes.tsx'

const secret = document.querySelector<HTMLMetaElement>('meta[name="shared-secret"]')?.content
if (secret !== undefined) setSharedSecret(secret)

const place = document.getElementById('root')
if (place === null) throw new Error('index.html has no place for the app')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
