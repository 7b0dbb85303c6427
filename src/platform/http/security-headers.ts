import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Headers of every answer (security-reliability requirements 22 to 26): scripts, styles and fonts from this
 * site only, no inline script, no string turned into script (Trusted Types), no frame, no referrer, and a
 * microphone for this page alone.
 */
export const setSecurityHeaders = async (app: FastifyInstance, publicUrl: URL): Promise<void> => {
  const https = publicUrl.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
        reportUri: ['/api/v1/csp-report'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'microphone=(self), camera=(), geolocation=(), payment=(), usb=()')
  })
}
