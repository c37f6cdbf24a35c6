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
        if (!is_dir($this->folder) && !@mkdir($this->folder, 0700, true) && !is_dir($this->folder)) {
            return false;
        }
        // The file is renamed atomically, so that a crash leaves either the old or the new text.
        $temporary = "$this->folder/$name." . bin2hex(random_bytes(6));
        $written = @file_put_contents($temporary, $text) === strlen($text);
        @chmod($temporary, 0600);
        if ($written && @rename($temporary, "$this->folder/$name")) {
            return true;
        }
        @unlink($temporary);

        return false;
    }
}
