/** Node.js needs the extension in imports; bundlers accept it. */
export default { input: 'openapi.json', output: { path: 'client', module: { extension: '.js' } } }
