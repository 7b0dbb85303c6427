import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import type { EndpointGroup } from '#api/endpoint.ts'
import { isCalledByPage, manifestEntry, signInEndpoints } from './src/web/endpoint-manifest.ts'

const table = fileURLToPath(new URL('src/app/api/table.ts', import.meta.url))
const manifests = ['\0virtual:endpoints', '\0virtual:endpoints/sign-in']
const signInNames: Readonly<Record<string, readonly string[]>> = signInEndpoints

/**
 * Gives the page `virtual:endpoints`: the method, path, access, fallback message and upload field of every endpoint, and
 * a second list with only those used before sign-in. Schemas, and with them the validation library, stay on the server.
 */
const endpoints = (): Plugin => ({
  name: 'endpoints',
  resolveId: id => manifests.find(manifest => manifest === `\0${id}`),
  async load(id) {
    if (!manifests.includes(id)) return
    const read = await runnerImport<{ endpointTable: Record<string, EndpointGroup> }>(table, {
      configFile: false,
      logLevel: 'error',
    })
    for (const file of read.dependencies) this.addWatchFile(file)
    const isServed = (area: string, name: string) =>
      !id.endsWith('/sign-in') || signInNames[area]?.includes(name) === true
    const wires = Object.entries(read.module.endpointTable).map(([area, lines]) => [
      area,
      Object.fromEntries(
        Object.entries(lines)
          .filter(([name, line]) => isCalledByPage(line) && isServed(area, name))
          .map(([name, line]) => [name, manifestEntry(line)]),
      ),
    ])
    return `export const endpoints = ${JSON.stringify(Object.fromEntries(wires))}`
  },
})

/**
 * Class names are inlined where they are used, so nothing may be left to import from a CSS module. The added statement
 * keeps it, and with it its rules, in the build.
 */
const keepStyles = (): Plugin => ({
  name: 'keep-styles',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: code => ({
      code: [code.replace(/export default \{[^}]*\};?/, ''), 'globalThis.styles'].join('\n'),
      map: null,
      moduleSideEffects: true,
    }),
  },
})

const library = fileURLToPath(new URL('node_modules/pdfjs-dist/', import.meta.url))

/** Fonts and decoders that the PDF library loads by name when a file needs them, under one address without a hash. */
const pdfParts = (): Plugin => {
  const parts = ['standard_fonts', 'wasm'].flatMap(folder =>
    readdirSync(path.join(library, folder))
      .filter(file => /\.(pfb|ttf)$|(jbig2|openjpeg)_nowasm_fallback\.js$|^LICENSE/.test(file))
      .map(file => ({ fileName: `assets/pdfjs/${file}`, from: path.join(library, folder, file) })),
  )
  return {
    name: 'pdf-parts',
    generateBundle() {
      for (const { fileName, from } of parts)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(from) })
    },
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const part = parts.find(({ fileName }) => request.url === `/${fileName}`)
        if (part === undefined) return next()
        if (part.fileName.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(part.from))
      })
    },
  }
}

/** The name of a file of several screens lists them all; an asset's has its type. */
const shortName = (name: string) => name.replace(/~.*|\.\w+$/, '')

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** Loaded with every page: what the pages before and behind sign-in share. */
const page =
  /src[\\/](app[\\/]web[\\/]RootLayout|sandbox[\\/]web[\\/]SandboxBar|web[\\/]((Brand|ErrorPages|OfflineNote|StandalonePage)\.|ui[\\/]((Button|EmptyState|Field|Icon|Note|Spinner|ThemeToggle)\.|(Card|Choice|Steps|base|layout|text|tokens)\..*css)|StandalonePage\.module|(?!below-the-fold|sections|client|endpoint-manifest|browser-time-zone|service-worker)[a-z-]+\.ts$)|features[\\/]identity[\\/]web[\\/](session\.|.*\.css)|values[\\/]phone)|preload-helper/

/** Signing in, without what is rarely needed for it. */
const signIn = /features[\\/]identity[\\/]web[\\/](AuthPage|LoginScreen|form-checks|invitation|phone-code)/

/** Rarely needed to register. */
const rarely = 'SecondProof|second-proof|MaxPlanDialog|use-max-plan|SessionExpiry|session-expiry'

/** The frame of every screen behind sign-in, and what these share. */
const signedIn =
  /virtual:endpoints$|src[\\/](api[\\/]retention|app[\\/]web[\\/](Shell|Sidebar|document-titles)|web[\\/](?!StandalonePage)|features[\\/](account[\\/]web[\\/]DeletionNote|alerts[\\/]web[\\/](AlertsBell|browser-notices)|credit[\\/]web[\\/]tabs|documents[\\/]upload-rules|findings[\\/]web[\\/]ItemStates\.module|identity[\\/](plan|web[\\/](MaxPlanDialog|SessionExpiry|session-expiry|use-max-plan))|reports[\\/]web[\\/]row-anchors|staff[\\/]web[\\/]staff\.module)|values[\\/]).*\.(tsx?|css)$/

/** What Analytics and the choice of disputed items share. */
const credit =
  /src[\\/]features[\\/](account[\\/]web[\\/]AgreeDialog|reports[\\/](refresh-rules|account-number|web[\\/](parts-text|GetReportActions))|findings[\\/](item-state|web[\\/](use-findings|ItemStates|FindingAction|finding-text))|checklist[\\/]web[\\/]use-checklist)/

/** The frame of Analytics with what all its tabs need. */
const analytics =
  /src[\\/](app[\\/]web[\\/]AnalyticsSection|features[\\/](checklist[\\/]web[\\/]Checklist|reports[\\/](upload-rules|readers[\\/]pdf[\\/]limits|web[\\/](OldReportNote|use-report-import))|credit[\\/](score-rating|web[\\/](AnalyticsScreen|MainAlertPanel|Processing|file-status|history-text|TabSkeleton|ScoreCard\.module|use-analytics|poll-delay))))/

/** Full Report with what its rows share with the other tabs. */
const report =
  /src[\\/]features[\\/]credit[\\/](payment-grid|web[\\/](FullReport|CreditorCard|comparison|PublicRecords|ReportIndex|list-filters|lists\.module|use-scroll-to-hash|PaymentHistory|PaymentTable|BureauSwitch|RowActions))/

/**
 * Few files, because a browser requests at most six at a time: libraries (which change least), what every page loads, and
 * registration; behind sign-in one with what all screens share, and one for each area. All other screens are separate files,
 * and so is the QR code.
 */
const files = [
  // Needed by registration and by all screens behind it, which need nothing else of registration.
  {
    name: 'basics',
    test: /values[\\/]dates|features[\\/]identity[\\/]profile-choices|ui[\\/](Choice|Steps)\.tsx/,
    priority: 7,
  },
  { name: 'libraries', test: /node_modules[\\/](?!qr[\\/])/, priority: 9 },
  { name: 'page', test: page, priority: 8 },
  { name: 'sign-in', test: signIn, priority: 7 },
  {
    name: 'register',
    test: new RegExp(`features[\\\\/]identity[\\\\/]web[\\\\/](?!${rarely})`),
    priority: 6,
  },
  { name: 'signed-in', test: signedIn, priority: 5 },
  {
    name: 'account',
    test: /src[\\/]features[\\/]account[\\/]web[\\/](?!AgreeDialog|GoalCard)/,
    minShareCount: 2,
    priority: 5,
  },
  { name: 'credit', test: credit, priority: 4 },
  { name: 'analytics', test: analytics, priority: 4 },
  // Shared with Tradelines and Plan.
  {
    name: 'comparison',
    test: /src[\\/]features[\\/](credit[\\/]account-comparison|reports[\\/]payment-status)/,
    priority: 5,
  },
  { name: 'report', test: report, priority: 4 },
  // What disputes, Tradelines and Plan conclude from a report.
  {
    name: 'findings',
    test: /src[\\/]features[\\/](findings[\\/](?!web[\\/])|reports[\\/])/,
    minShareCount: 5,
    priority: 3,
  },
  // The rows of findings, which DisputesScreen, Found and the choice of items show.
  {
    name: 'finding-rows',
    test: /src[\\/]features[\\/]findings[\\/]web[\\/](FindingRow|evidence-table|VerdictPill|findings\.module)/,
    priority: 3,
  },
  {
    name: 'documents',
    test: /src[\\/]features[\\/]documents[\\/]/,
    minShareCount: 3,
    priority: 3,
  },
  // What the choice of items shares with other dispute screens, and the rest.
  {
    name: 'disputes',
    test: /src[\\/](api[\\/]errors|features[\\/]disputes[\\/]((?!web[\\/]|item-words|item-disputes|dispute-status|fraud-alert-rules|file-names|recipients|company-address|envelope|(collectors|deadlines|freezes|furnishers)[\\/]|letters[\\/]letter-paper)|web[\\/](dispute-text|letters[\\/]Confirmations|wizard[\\/](?!EnclosureChoice|SayWhy|FreezeSteps|CheckLetters|SendLetters|LaterStep))))/,
    minShareCount: 3,
    priority: 3,
  },
  {
    name: 'letters',
    test: /src[\\/]features[\\/](disputes|mailing)[\\/]/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'staff',
    test: /src[\\/](features[\\/](identity|staff|desk)[\\/]|api[\\/]endpoint)/,
    minShareCount: 3,
    priority: 1,
  },
]

export default defineConfig({
  root: 'src/app/web',
  // React has this hook itself; the stand-in for older ones is left out.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [react(), endpoints(), keepStyles(), pdfParts()],
  worker: { format: 'es' },
  // Such a name says where its rule is, and stays the same from build to build.
  css: { modules: { generateScopedName: (name, file) => `${path.basename(file, '.module.css')}_${name}` } },
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // The list is loaded before sign-in: styles and what all later screens share are worth naming, small files are not.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        dependencies.filter(file => hostType === 'html' || /\.css$|assets\/signed-in-/.test(file)),
    },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        codeSplitting: { groups: files },
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        // Browsers compile such a file eagerly while it loads, instead of each function when first called, which would delay the first paint.
        postBanner: '//# allFunctionsCalledOnLoad',
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api/': server, '/sandbox/outbox': server, '/livez': server, '/readyz': server },
  },
})
