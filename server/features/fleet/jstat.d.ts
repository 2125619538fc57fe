/** The part of jStat that is used here; the package has no types. */
declare module 'jstat' {
  const jstat: {
    studentt: {
      /** The value below which a share `p` of Student's t distribution lies; `degrees` may be fractional. */
      inv(p: number, degrees: number): number
    }
  }
  export default jstat
}
