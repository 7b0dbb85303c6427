import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Written out once: helmet would put it together anew for each answer, for a fortieth of what a light one costs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'report-uri /api/v1/csp-report',
].join(';')

/**
 * Headers of every answer (security-reliability requirements 22 to 26): scripts, styles and fonts from this
 * site only, no inline script, no string turned into script (Trusted Types), no frame, no referrer, and a
 * microphone for this page alone.
 */
export const setSecurityHeaders = async (app: FastifyInstance, publicUrl: URL): Promise<void> => {
  const https = publicUrl.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  // At first: an answer may carry a stricter one.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy)
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()')
  })
}
