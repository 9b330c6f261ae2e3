import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Pictures and fonts stay files of their own: a data URL would be downloaded again with every page.
  build: { assetsInlineLimit: 0 },
})
