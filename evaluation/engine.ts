import type { Embedder, LanguageEngine } from '#core/domain/language.ts'
import { calibrate, calibrationTexts, rescaleBy } from '#core/domain/similar/calibration.ts'
import { builtinEmbedder, shareWords } from '#reader/embedding/embedding.ts'
import { builtinLanguage } from '#reader/engine.ts'
import { loadEnvironment, readConfig } from '../server/config.ts'
import { chooseEmbedder, chooseLanguage } from '../server/start/compose.ts'

/** The engine that reads the content and the model that compares the statements. */
export type Engine = { language: LanguageEngine; embedder: Embedder }

/** A model on the common scale, as the service would fit it. */
async function calibrated(embedder: Embedder): Promise<Embedder> {
  if (embedder.calibration) return embedder
  const { calibration } = calibrate(await embedder.embed([...calibrationTexts]))
  if (!calibration) throw new Error(`${embedder.model} cannot tell the labeled pairs apart`)
  return { ...embedder, calibration, rescale: rescaleBy(calibration), shareWords }
}

/** Engines by the name given on the command line. */
export const engines: Record<string, Engine> = {
  'built-in': { language: builtinLanguage, embedder: builtinEmbedder },
}

/** The models that `LLM_*` and `EMBEDDING_*` name, as the service would choose them; called `configured` on the command line. */
export const configuredEngine = async (): Promise<Engine> => {
  const config = readConfig(loadEnvironment())
  return { language: await chooseLanguage(config), embedder: await calibrated(await chooseEmbedder(config)) }
}
