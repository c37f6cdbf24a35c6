<?php

declare(strict_types=1);

namespace Latchkey;

/** A folder with a file for each text. The folder is created at the first write. */
final class FolderStore implements Store
{
    private const MAX_BYTES = 65536;

    public function __construct(private readonly string $folder)
    {
    }

    public function read(string $name): ?string
    {
        $text = @file_get_contents("$this->folder/$name", length: self::MAX_BYTES);

        return $text === false ? null : $text;
    }

    public function write(string $name, string $text): bool
    {
        return $this->put($name, $text, rename(...));
    }

    /** @internal Stores a text unless there is one. Of two programs that start at the same time, the first one wins. */
    public function create(string $name, string $text): bool
    {
        return $this->put($name, $text, self::renameNew(...));
    }

    /** @param \Closure(string, string): bool $place */
    private function put(string $name, string $text, \Closure $place): bool
    {
        if (!is_dir($this->folder) && !@mkdir($this->folder, 0700, true) && !is_dir($this->folder)) {
            return false;
        }
        // The file is written to the disk and then renamed atomically, so that a crash leaves either the old or the new
        // text. Only the owner can read the file that tempnam creates. If the folder cannot be written, tempnam takes
        // the system's folder instead.
        $temporary = @tempnam($this->folder, "$name.");
        if ($temporary === false) {
            return false;
        }
        $isHere = dirname($temporary) === realpath($this->folder);
        if ($isHere && self::fill($temporary, $text) && @$place($temporary, "$this->folder/$name")) {
            return true;
        }
        @unlink($temporary);

        return false;
    }

    /** Renames a file, or deletes it if another file has the new name. */
    private static function renameNew(string $from, string $to): bool
    {
        // Some hosts disable the function.
        if ((function_exists('link') && @link($from, $to)) || file_exists($to)) {
            return unlink($from);
        }

        return rename($from, $to); // such as on a file system without links
    }

    /** Writes a text to a file on the disk. Returns false if it fails. */
    private static function fill(string $path, string $text): bool
    {
        $file = @fopen($path, 'wb');
        if ($file === false) {
            return false;
        }
        $isWritten = @fwrite($file, $text) === strlen($text) && @fsync($file);
        fclose($file);

        return $isWritten;
    }
}
