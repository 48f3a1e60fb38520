/*
 * Loaded before anything else (node --import), in plain JavaScript, so that a Node that cannot run
 * TypeScript says so in words.
 */
import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `Usher's scripts need Node 22.18 or newer; this is ${process.version}.\n` +
      'npm ci brings one into node_modules. If it is not there: npm rebuild node, or install Node 24.\n',
  );
  process.exit(1);
}
