import { readFileSync, writeFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compressed once at the build, so that the service sends files as they are. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    for await (const file of glob(`${dir}/assets/*.{js,css,svg}`)) {
      const content = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(content))
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    }
  },
})

/** The license of the typeface asks to stand beside its files. */
const fontLicense = (): Plugin => ({
  name: 'font-license',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'INTER-LICENSE.txt', source })
  },
})

export default defineConfig({
  plugins: [react(), compressed(), fontLicense()],
  // The service replaces this with the nonce of each response (server/http/answers/dashboard.ts).
  html: { cspNonce: '%CSP_NONCE%' },
  build: {
    target: 'es2022',
    // The first versions with light-dark(): lowered, it would not follow the selected scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Goes into the package, not to browsers.
    license: { fileName: 'THIRD-PARTY.md' },
    chunkSizeWarningLimit: 600,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files for each page: a browser asks for six at a time.
          groups: [
            { name: 'base', tags: ['$initial'], priority: 6 },
            { name: 'charts', test: /node_modules.recharts/, priority: 5 },
            // Fields for numbers are large, and only settings have them.
            { name: 'parts', minShareCount: 4, test: /^(?!.*(react-number-format|NumberInput))/, priority: 4 },
            { name: 'review', test: /web.pages.review/, priority: 3 },
            { name: 'editor', test: /web.items.(editor|layer-editor)/, priority: 2 },
            { name: 'forms', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/avatars': 'http://127.0.0.1:3000' } },
})
