import { FEATURES, FLOORS, outOfBoundsFor, type Room } from './floors.ts';

/** What is not to be imported, and why. */
interface Forbidden {
  readonly group: string[];
  readonly message: string;
}

/** For which files; a piece of a configuration, of ESLint as of oxlint. */
interface Bounds {
  readonly files: string[];
  readonly rules: {
    'no-restricted-imports': ['error', { patterns: Forbidden[] }];
  };
}

/**
 * Who may import whom. Each folder of src/ lists what is out of bounds for it, in patterns like those
 * of .gitignore, where a # begins a comment.
 */
const bounds = (files: string[], ...patterns: Forbidden[]): Bounds => ({
  files,
  rules: {
    // Nothing is out of bounds for the top floor, and ESLint refuses an empty list.
    'no-restricted-imports': [
      'error',
      { patterns: patterns.filter(({ group }) => group.length > 0) },
    ],
  },
});

const forbid = (group: string[], message: string): Forbidden => ({ group, message });
const ELECTRON = forbid(
  ['electron', 'electron/*', 'electron-store'],
  'Electron comes in through ports.',
);
const NODE = forbid(['node:*'], 'This code also runs where there is no Node.');
const MAIN = forbid(['\\#main/**', '**/main/**'], 'The main process is out of bounds here.');
const BOX_OFFICE = forbid(
  ['\\#box-office/**', '**/box-office/**'],
  'The box office is another program.',
);
const RENDERER = forbid(
  ['\\#renderer/**', '**/renderer/**'],
  'The renderer is out of bounds here.',
);
const CALLS = forbid(
  ['\\#shared/ipc/**', '**/ipc/**'],
  'What is known does not depend on who asks.',
);
const SCREENS = forbid(
  ['\\#renderer/features/**', '\\#renderer/app/**', '**/features/**', '**/app/**'],
  'A part of any screen knows no screen.',
);
const PARTS = forbid(['\\#renderer/ui/**', '**/ui/**'], 'What computes does not draw.');
const ZOD = forbid(['zod', '**/api/index.ts', '**/ipc/requests.ts'], 'The preload stays small.');

/** What is in those rooms of main, by its alias or past it. */
const rooms = (names: readonly Room[]): Forbidden =>
  forbid(
    names.flatMap((name) => [`\\#main/${name}/**`, `**/${name}/**`]),
    'This room is not on a floor below.',
  );
const ROOMS = FLOORS.flat();
/** What is in those features, by its alias or past it; other folders have the same names. */
const features = (names: readonly string[]): Forbidden =>
  forbid(
    names.flatMap((name) => [`**/features/${name}/**`, `../${name}/**`, `../../${name}/**`]),
    'This feature is not on a floor below.',
  );
const inRoom = (room: Room) => `src/main/${room}/**/*.ts`;
const ENTRY = forbid(['\\#main/index.ts', '**/main/index.ts'], 'Nobody imports the entry.');

/** The later ones are in the place of the earlier. */
export const BOUNDS: Bounds[] = [
  bounds(['src/shared/**/*.ts'], ELECTRON, NODE, MAIN, BOX_OFFICE, RENDERER),
  bounds(['src/shared/{api,model}/**/*.ts'], ELECTRON, NODE, MAIN, BOX_OFFICE, RENDERER, CALLS),
  ...ROOMS.map((room) =>
    bounds(
      [inRoom(room)],
      ELECTRON,
      BOX_OFFICE,
      RENDERER,
      ENTRY,
      rooms(outOfBoundsFor(room, FLOORS)),
    ),
  ),
  bounds(['src/main/index.ts', 'src/main/hosts/electron/**/*.ts'], BOX_OFFICE, RENDERER),
  bounds(['src/box-office/**/*.ts'], ELECTRON, MAIN, RENDERER),
  bounds(['src/conformance/**/*.ts'], ELECTRON, MAIN, BOX_OFFICE, RENDERER),
  bounds(['src/preload/**/*.ts'], NODE, MAIN, BOX_OFFICE, RENDERER, ZOD),
  bounds(['src/renderer/**/*.{ts,svelte}'], ELECTRON, NODE, MAIN, BOX_OFFICE),
  ...FEATURES.flat().map((feature) =>
    bounds(
      [`src/renderer/features/${feature}/**/*.{ts,svelte}`],
      ELECTRON,
      NODE,
      MAIN,
      BOX_OFFICE,
      features(outOfBoundsFor(feature, FEATURES)),
    ),
  ),
  bounds(['src/renderer/ui/**/*.{ts,svelte}'], ELECTRON, NODE, MAIN, BOX_OFFICE, SCREENS),
  bounds(['src/renderer/{lib,i18n}/**/*.ts'], ELECTRON, NODE, MAIN, BOX_OFFICE, SCREENS, PARTS),
];

/** What nobody lints: it is made, or it is not code. */
export const NOT_OURS = [
  'out/',
  'dist/',
  'node_modules/',
  'test-results/',
  'docs/',
  'src/renderer/i18n/paraglide/',
];
