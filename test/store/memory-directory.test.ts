import { FaultyDirectory } from '../helpers/faulty-directory.ts';
import { MemoryDirectory } from '../helpers/memory-directory.ts';
import { describeDirectory } from './directory-conformance.ts';

describeDirectory('memory', async () => new MemoryDirectory());
describeDirectory('faulty (without a fault)', async () => new FaultyDirectory());
