export type Environment = Record<string, string | undefined>

/**
 * Reads settings one by one from their text. An empty value counts as unset, and an error names the variable and the
 * values that it accepts.
 */
export class Settings {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  read<T>(name: string, fallback: T, parse: (value: string) => T | undefined, expected: string): T {
    const value = this.text(name)
    if (value === undefined) return fallback
    const parsed = parse(value)
    if (parsed === undefined) throw new Error(`${name} must be ${expected}, not "${displayValue(name, value)}"`)
    return parsed
  }

  /** Reads a setting that is on unless it says `off`. */
  isOn(name: string): boolean {
    const parse = (value: string) => (value === 'on' || value === 'off' ? value === 'on' : undefined)
    return this.read<boolean>(name, true, parse, 'on or off')
  }

  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined
  }

  url(name: string, protocols: string[]): string | undefined {
    const parse = (value: string) => urlOf(value, protocols)
    return this.read<string | undefined>(name, undefined, parse, `an address like ${protocols[0]}//…`)
  }

  /** @param unit the unit of the number, as in "milliseconds from 0 to 1000". */
  integer(name: string, fallback: number, min: number, max: number, unit: string): number {
    return this.read(name, fallback, (value) => integer(value, min, max), `${unit} from ${min} to ${max}`)
  }
}

/** Does not repeat a wrong address in the error, since addresses may contain passwords and errors are logged. */
const displayValue = (name: string, value: string) => (name.endsWith('_URL') ? `${value.slice(0, 8)}…` : value)

/** Returns the whole number if it is within the bounds, else undefined. */
export const integer = (value: string, min: number, max: number) =>
  /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined

const urlOf = (value: string, protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined
